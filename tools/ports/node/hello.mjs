#!/usr/bin/env node
// The rung below the first rule: a port whose one member only returns what it is given.

import { serve } from './adapter.mjs'

serve({
  name: 'hello-node',
  sdk: '3.1',
  claims: { grovs: [] },
  launch: () => ({
    members: { echo: ({ value }) => value },
    app: {},
  }),
})
