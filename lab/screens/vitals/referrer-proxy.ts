import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { pipeline, Transform } from 'node:stream'

/** A proxy of a bank; closed when it is disposed of. */
export type Proxy = AsyncDisposable & { readonly address: string }

const header = 'referrer-policy: same-origin\r\n'

/**
 * Opens a proxy that removes the header `referrer-policy` from the bank's answers: with it, Lighthouse 13 ends the loading of a page in
 * the journeys' browser with ERR_ABORTED.
 */
export async function openReferrerProxy(bank: string): Promise<Proxy> {
  const sockets = new Set<AsyncDisposable & { destroy: () => void }>()
  const proxy = createServer((browser) => {
    const upstream = connect(Number(new URL(bank).port), '127.0.0.1')
    // Node writes the head of an answer at once, so the header is never in two chunks.
    const removeHeader = new Transform({
      transform: (chunk: Buffer, _encoding, done) =>
        done(null, Buffer.from(chunk.toString('latin1').replace(header, ''), 'latin1')),
    })
    sockets.add(browser).add(upstream)
    // Either end may close the connection at any time.
    pipeline(browser, upstream, removeHeader, browser, () => {})
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
