#!/usr/bin/env node
// The rung below the first rule: a port that claims nothing, and has what `conformance smoke` tries.

import { serve } from './adapter.mjs'
import { smoke } from './smoke.mjs'

serve({
  name: 'hello-node',
  sdk: '3.1',
  claims: {},
  launch: world => ({ members: smoke(world), app: {} }),
})
