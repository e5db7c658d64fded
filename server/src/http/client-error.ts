import type { Socket } from 'node:net'
import { type RefusalCode, refusals } from '@bank/contract/errors'
import { Refusal } from '../refusal.ts'
import { failureOf, problemType } from './problem.ts'

/** Answers what never became a request: unreadable, too slow or too long. The connection is closed after it. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (!socket.writable) socket.destroy()
  else socket.end(rawProblem(codeOf(error.code)), () => socket.destroy())
}

/** A whole answer as it goes over the wire, for a connection that is then closed. */
export function rawProblem(code: RefusalCode): string {
  const { problem } = failureOf(new Refusal(code), { instance: '', traceId: '' })
  const body = JSON.stringify(problem)
  return [
    `HTTP/1.1 ${refusals[code].status} ${problem.title}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

function codeOf(fault: string | undefined): RefusalCode {
  if (fault === 'ERR_HTTP_REQUEST_TIMEOUT') return 'timeout'
  return fault === 'HPE_HEADER_OVERFLOW' ? 'body_too_large' : 'malformed'
}
