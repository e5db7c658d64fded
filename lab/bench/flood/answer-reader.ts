/** What is read of one HTTP answer. */
export type Answer = {
  /** `200`; a 503 with the code `busy` is `503 busy`, because the bank may say that under load. */
  readonly status: string
  /** The other side closes the connection after this answer. */
  readonly isLast: boolean
}

export type AnswerReader = {
  /** Takes the next bytes of a connection. Gives the answer that they complete, else undefined. */
  readonly read: (bytes: Buffer) => Answer | undefined
  /** The connection was closed. Gives the answer whose end is the end of the connection, if one was under way. */
  readonly end: () => Answer | undefined
}

type Begun = Answer & {
  /** Bytes of the body that are still to come; infinite for a body without a length. */
  bytesLeft: number
  /** The last bytes of a chunked body so far; undefined for a body that is not chunked. */
  tail: Buffer | undefined
}

/**
 * Reads one answer after the other, on a connection with one request at a time. Looks at no more than the status and the
 * end of the body, since it shares the processor with the bank that is measured. Interim answers (`100`) are skipped.
 */
export function openAnswerReader(): AnswerReader {
  let head: Buffer = empty
  let begun: Begun | undefined

  function read(bytes: Buffer): Answer | undefined {
    if (begun !== undefined) return readBody(begun, bytes)
    const received = head.length === 0 ? bytes : Buffer.concat([head, bytes])
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd < 0) {
      // A copy: the caller reads into the same buffer again.
      head = Buffer.from(received)
      return undefined
    }
    head = empty
    const text = received.toString('latin1', 0, headEnd)
    const rest = received.subarray(headEnd + 4)
    if (text.startsWith('HTTP/1.1 100')) return read(rest)
    begun = beginAnswer(text, rest)
    return readBody(begun, rest)
  }

  function readBody(answer: Begun, bytes: Buffer): Answer | undefined {
    answer.bytesLeft -= bytes.length
    if (answer.tail !== undefined) {
      answer.tail = Buffer.from(Buffer.concat([answer.tail, bytes.subarray(-lastChunk.length)]).subarray(-7))
      if (!answer.tail.equals(lastChunk)) return undefined
    } else if (answer.bytesLeft > 0) return undefined
    begun = undefined
    return { status: answer.status, isLast: answer.isLast }
  }

  function end(): Answer | undefined {
    const answer =
      begun?.bytesLeft === Number.POSITIVE_INFINITY && begun.tail === undefined ? begun : undefined
    head = empty
    begun = undefined
    return answer && { status: answer.status, isLast: true }
  }

  return { read, end }
}

const empty = Buffer.alloc(0)
const lastChunk = Buffer.from('\r\n0\r\n\r\n')
const withoutBody = new Set(['101', '204', '304'])

function beginAnswer(head: string, rest: Buffer): Begun {
  const number = head.slice(9, 12)
  // Problems are short and arrive together with their head.
  const isBusy = number === '503' && rest.includes('"code":"busy"')
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const isChunked = /\r\ntransfer-encoding: *chunked/i.test(head)
  const isEndless = length === undefined && !isChunked && !withoutBody.has(number)
  return {
    status: isBusy ? '503 busy' : number,
    isLast: isEndless || /\r\nconnection: *close/i.test(head),
    bytesLeft: withoutBody.has(number) ? 0 : Number(length ?? Number.POSITIVE_INFINITY),
    tail: isChunked ? Buffer.from('\r\n') : undefined,
  }
}
