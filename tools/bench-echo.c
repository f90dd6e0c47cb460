/* A child that sends each line back: what a turn over two pipes costs at least. */
#include <string.h>
#include <unistd.h>

static char room[1 << 20];

int main(void) {
  size_t held = 0;
  for (;;) {
    ssize_t count = read(0, room + held, sizeof room - held);
    if (count <= 0) return 0;
    held += (size_t)count;
    if (room[held - 1] != '\n') {
      if (held == sizeof room) return 1;
      continue;
    }
    for (size_t from = 0; from < held;) {
      ssize_t written = write(1, room + from, held - from);
      if (written <= 0) return 0;
      from += (size_t)written;
    }
    held = 0;
  }
}
