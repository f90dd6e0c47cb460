/* The yardstick for reading specs: libyaml's bare event loop over the same bytes.
   cc -O2 -o bench-yaml tools/bench-yaml.c -lyaml && ./bench-yaml TIMES FILE… prints seconds. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <yaml.h>

struct text {
  unsigned char *bytes;
  size_t size;
};

static struct text load(const char *path) {
  struct text text = {NULL, 0};
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) return text;
  long size = ftell(file);
  rewind(file);
  text.bytes = malloc((size_t)size + 1);
  if (text.bytes) text.size = fread(text.bytes, 1, (size_t)size, file);
  fclose(file);
  return text;
}

static int events(struct text text) {
  yaml_parser_t parser;
  yaml_event_t event;
  int done = 0;
  if (!yaml_parser_initialize(&parser)) return 0;
  yaml_parser_set_input_string(&parser, text.bytes, text.size);
  while (!done) {
    if (!yaml_parser_parse(&parser, &event)) break;
    done = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return done;
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: bench-yaml TIMES FILE...\n");
    return 2;
  }
  int times = atoi(arguments[1]);
  int files = count - 2;
  struct text *texts = calloc((size_t)files, sizeof *texts);
  if (!texts) return 1;
  for (int i = 0; i < files; i++) {
    texts[i] = load(arguments[i + 2]);
    if (!texts[i].bytes) {
      fprintf(stderr, "%s: cannot be read\n", arguments[i + 2]);
      return 1;
    }
  }

  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int n = 0; n < times; n++) {
    for (int i = 0; i < files; i++) {
      if (!events(texts[i])) {
        fprintf(stderr, "%s: is not YAML\n", arguments[i + 2]);
        return 1;
      }
    }
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  printf("%.6f\n", (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9);
  return 0;
}
