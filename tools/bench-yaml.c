// The yardstick of tools/bench: libyaml's bare event loop over files that are read beforehand.
//
//   bench-yaml ROUNDS FILE...
//
// Prints the seconds of all rounds and the bytes of one.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <yaml.h>

typedef struct {
  unsigned char *bytes;
  size_t length;
} text_t;

static void stop(const char *what, const char *name) {
  fprintf(stderr, "bench-yaml: %s: %s\n", name, what);
  exit(3);
}

static text_t read_file(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file) stop("cannot be opened", name);
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  text_t text = {malloc((size_t)length + 1), (size_t)length};
  if (!text.bytes || fread(text.bytes, 1, text.length, file) != text.length)
    stop("cannot be read", name);
  fclose(file);
  return text;
}

static void parse(text_t text, const char *name) {
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser)) stop("no memory", name);
  yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser, text.bytes, text.length);
  for (int done = 0; !done;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&parser, &event)) stop(parser.problem, name);
    done = event.type == YAML_STREAM_END_EVENT;
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int count, char **arguments) {
  if (count < 3) stop("expected ROUNDS FILE...", "usage");
  long rounds = strtol(arguments[1], NULL, 10);
  int files = count - 2;
  size_t bytes = 0;
  text_t *texts = calloc((size_t)files, sizeof *texts);
  if (!texts) stop("no memory", "files");
  for (int i = 0; i < files; i++) {
    texts[i] = read_file(arguments[i + 2]);
    bytes += texts[i].length;
  }
  double begin = seconds();
  for (long round = 0; round < rounds; round++)
    for (int i = 0; i < files; i++) parse(texts[i], arguments[i + 2]);
  printf("%.6f %zu\n", seconds() - begin, bytes);
  return 0;
}
