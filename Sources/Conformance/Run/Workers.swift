import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Does a number of jobs on some threads, and gives the results in the order of the jobs.
package enum Workers {
  /// Calls `work` for each index below `count`; `setUp` makes what each thread works with.
  ///
  /// The results do not depend on the number of threads. With one, all is done on the caller's.
  /// Once `isStopped` says so no job is begun, and the results are those of the jobs that were.
  package static func map<State, Result: Sendable>(
    count: Int, threads: Int, isStopped: @escaping @Sendable () -> Bool = { false },
    setUp: @escaping @Sendable () -> State, work: @escaping @Sendable (Int, State) -> Result
  ) -> [Result] {
    guard threads > 1, count > 1 else {
      let state = setUp()
      var results: [Result] = []
      for index in 0..<count where !isStopped() { results.append(work(index, state)) }
      return results
    }
    let shared = Shared<Result>(count: count, isStopped: isStopped)
    let ids = (0..<min(threads, count)).compactMap { _ in
      spawn {
        let state = setUp()
        while let index = shared.next() { shared.put(work(index, state), at: index) }
      }
    }
    // Where no thread can be had the caller does the work itself.
    if ids.isEmpty {
      let state = setUp()
      while let index = shared.next() { shared.put(work(index, state), at: index) }
    }
    for id in ids { pthread_join(id, nil) }
    return shared.all()
  }

  /// Starts a thread with room for deep values on its stack; nil when the system has none left.
  static func spawn(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let box = Unmanaged.passRetained(Box(body))
    #if canImport(Glibc)
      var id = pthread_t()
    #else
      var id: pthread_t?
    #endif
    let status = withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { room in
      guard let attributes = room.baseAddress else { return Int32(-1) }
      pthread_attr_init(attributes)
      defer { pthread_attr_destroy(attributes) }
      pthread_attr_setstacksize(attributes, 8 << 20)
      return pthread_create(&id, attributes, run, box.toOpaque())
    }
    guard status == 0 else {
      box.release()
      return nil
    }
    return id
  }

  #if canImport(Glibc)
    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
      { pointer in
        if let pointer { Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body() }
        return nil
      }
  #else
    private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? =
      { pointer in
        Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
      }
  #endif

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private final class Shared<Result: Sendable>: Sendable {
    private let count: Int
    private let isStopped: @Sendable () -> Bool
    private let index = Atomic<Int>(0)
    private let results: Mutex<[Result?]>

    init(count: Int, isStopped: @escaping @Sendable () -> Bool) {
      self.count = count
      self.isStopped = isStopped
      results = Mutex(Array(repeating: nil, count: count))
    }

    func next() -> Int? {
      guard !isStopped() else { return nil }
      let taken = index.wrappingAdd(1, ordering: .relaxed).oldValue
      return taken < count ? taken : nil
    }

    func put(_ result: Result, at index: Int) { results.withLock { $0[index] = result } }
    func all() -> [Result] { results.withLock { $0.compactMap(\.self) } }
  }
}
