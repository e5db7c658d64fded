/** Collects the pieces of a file in one block of memory, which doubles when it is full. */
export function collectBytes(): {
  readonly add: (piece: Uint8Array) => void
  /** The file. Call it once, after the last piece. */
  readonly end: () => Uint8Array<ArrayBuffer>
} {
  let block = new Uint8Array(64 * 1_024)
  let length = 0
  return {
    add(piece) {
      const needed = length + piece.length
      if (needed > block.length) {
        block = new Uint8Array(block.buffer.transfer(Math.max(needed, block.length * 2)))
      }
      block.set(piece, length)
      length = needed
    },
    end: () => new Uint8Array(block.buffer.transfer(length)),
  }
}
