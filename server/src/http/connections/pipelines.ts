import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { NoteCutOff } from '../api/security-refusals.ts'

// Browsers and proxies send the next request when the last is answered. Other clients may have a few under way.
const waitingMax = 4

/**
 * A listener that passes requests on to `handle`, and ends a connection on which more than a few wait for the answer to an earlier one
 * (pipelining). Before routing and the queue of requests, because one chunk has thousands of short requests.
 */
export function endPipelines(handle: RequestListener, noteCutOff: NoteCutOff): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (request, response) => {
    // A response gets the connection when the earlier ones have ended.
    if (response.socket === null) {
      const { socket } = request
      const count = (waiting.get(socket) ?? 0) + 1
      if (count > waitingMax) {
        noteCutOff('pipeline', socket.remoteAddress ?? '')
        socket.destroy()
        return stopParsing(socket)
      }
      waiting.set(socket, count)
      response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
    }
    handle(request, response)
  }
}

/**
 * Skips the rest of the chunk from which a request of this connection was just read. Node would parse all of it, which takes 20 ms for
 * 64 kB of short requests, although the connection has ended. There is no public way: without this property of the parser only
 * the time is lost.
 */
export function stopParsing(socket: Socket & { parser?: { onIncoming?: () => number } | null }): void {
  // The answer to a request that becomes another protocol: what follows is not HTTP.
  if (socket.parser) socket.parser.onIncoming = () => 2
}
