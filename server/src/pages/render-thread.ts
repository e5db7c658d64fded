import { AsyncLocalStorage } from 'node:async_hooks'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { FromThread, RenderedPage, RenderJob, ToThread } from './page-renderer.ts'
import type { PublicConfig } from './public-config.ts'

// Runs in a worker thread, so that the code of the screens takes neither memory nor event loop time from the books.

/** The built module of web/src/rendering/render.tsx. */
type Renderer = {
  readonly renderForUser: (
    address: string,
    config: PublicConfig,
    readerZone: string,
  ) => Promise<RenderedPage | undefined>
  readonly renderForVisitor: (path: string, config: PublicConfig) => Promise<string>
}

const { module, config } = workerData as { module: string; config: PublicConfig }
const { renderForUser, renderForVisitor } = (await import(module)) as Renderer

/** Several pages are rendered at the same time, for different users: each has its own `fetch`. */
const fetchOfPage = new AsyncLocalStorage<(url: string) => Promise<Response>>()
globalThis.fetch = (url) => {
  const fetch = fetchOfPage.getStore()
  if (!fetch) throw new Error('no page is being rendered')
  return fetch(String(url))
}

parentPort!.on('message', ({ address, readerZone, port }: RenderJob) => {
  const post = (message: FromThread) => port.postMessage(message)
  fetchOfPage.run(openFetch(port), async () => {
    try {
      const rendered =
        readerZone === null
          ? { html: await renderForVisitor(address, config), state: '' }
          : await renderForUser(address, config, readerZone)
      post({ rendered: rendered ?? null })
    } catch (error) {
      // A refusal of the bank is thrown as the plain object of its JSON, and is not a failure.
      post(error instanceof Error ? { failure: error } : { refused: true })
    }
  })
})

/** Sends requests through the main thread, which has the bank's routes. */
function openFetch(port: MessagePort): (url: string) => Promise<Response> {
  const waiting = new Map<number, (response: Response) => void>()
  let count = 0
  port.on('message', ({ number, status, type, body }: ToThread) => {
    waiting.get(number)?.(new Response(body, { status, headers: { 'content-type': type } }))
    waiting.delete(number)
  })
  return (url) =>
    new Promise((resolve) => {
      const number = count++
      waiting.set(number, resolve)
      port.postMessage({ url, number } satisfies FromThread)
    })
}
