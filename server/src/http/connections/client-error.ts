import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type RefusalCode, refusals } from '@bank/contract/errors'
import { Refusal } from '../../refusal.ts'
import { failureOf, problemType } from '../api/problem.ts'

// No browser sends such a request, and each costs a new connection: the pause slows the sender down.
const pauseMilliseconds = 200

/**
 * Answers bytes that never became a request: malformed, too slow or too long. Closes the connection. `headers` are those of
 * every answer.
 */
export function answerClientError(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable) socket.destroy()
    else setTimeout(() => endWithProblem(socket, codeOf(error.code), headers), pauseMilliseconds)
  }
}

/** Writes a whole answer to a connection and closes it. */
export function endWithProblem(
  socket: Duplex,
  code: RefusalCode,
  headers: Readonly<Record<string, string>>,
): void {
  if (socket.writable) socket.end(rawProblem(code, headers), () => socket.destroy())
  else socket.destroy()
}

function rawProblem(code: RefusalCode, headers: Readonly<Record<string, string>>): string {
  const { problem } = failureOf(new Refusal(code), { instance: '', traceId: '' })
  const body = JSON.stringify(problem)
  return [
    `HTTP/1.1 ${refusals[code].status} ${problem.title}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

function codeOf(fault: string | undefined): RefusalCode {
  if (fault === 'ERR_HTTP_REQUEST_TIMEOUT') return 'timeout'
  return fault === 'HPE_HEADER_OVERFLOW' ? 'body_too_large' : 'malformed'
}
