#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The system's own reading and writing, tried again where a signal came in between.
package enum Descriptor {
  /// Writes what the descriptor takes of the bytes from a place on; gives how many, or -1.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, from place: Int = 0, to descriptor: Int32
  ) -> Int {
    while true {
      let start = bytes.baseAddress.map { $0 + place }
      #if canImport(Glibc)
        let count = Glibc.write(descriptor, start, bytes.count - place)
      #else
        let count = Darwin.write(descriptor, start, bytes.count - place)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Reads what is there, up to the size of the room; gives how many bytes, 0 at the end, or -1.
  package static func read(_ descriptor: Int32, into room: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, room.baseAddress, room.count)
      #else
        let count = Darwin.read(descriptor, room.baseAddress, room.count)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }
}
