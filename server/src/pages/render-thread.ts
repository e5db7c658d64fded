import { AsyncLocalStorage } from 'node:async_hooks'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { FromThread, RenderedPage, RenderJob, ToThread } from './page-renderer.ts'
import type { PublicConfig } from './public-config.ts'

// Runs in a thread of its own, so that the code of the screens reaches neither the memory nor the time of the books.

/** The module that the build has made of web/src/rendering/render.tsx. */
type Renderer = {
  readonly renderForUser: (address: string, config: PublicConfig) => Promise<RenderedPage | undefined>
  readonly renderForVisitor: (path: string, config: PublicConfig) => Promise<string>
}

const { module, config } = workerData as { module: string; config: PublicConfig }
const { renderForUser, renderForVisitor } = (await import(module)) as Renderer

/** Several pages are rendered at a time, each for another user: whose question it is that calls `fetch`. */
const questions = new AsyncLocalStorage<(address: string) => Promise<Response>>()
globalThis.fetch = (address) => {
  const ask = questions.getStore()
  if (!ask) throw new Error('no page is being rendered')
  return ask(String(address))
}

parentPort!.on('message', ({ address, isForVisitor, port }: RenderJob) => {
  const say = (message: FromThread) => port.postMessage(message)
  questions.run(openQuestions(port), async () => {
    try {
      const rendered = isForVisitor
        ? { html: await renderForVisitor(address, config), state: '' }
        : await renderForUser(address, config)
      say({ rendered: rendered ?? null })
    } catch (error) {
      // A refusal of the bank is thrown as it crosses the wire, and is no failure.
      say(error instanceof Error ? { failure: error } : { refused: true })
    }
  })
})

/** Asks the bank through the thread that has it. */
function openQuestions(port: MessagePort): (address: string) => Promise<Response> {
  const waiting = new Map<number, (response: Response) => void>()
  let count = 0
  port.on('message', ({ number, status, type, body }: ToThread) => {
    waiting.get(number)?.(new Response(body, { status, headers: { 'content-type': type } }))
    waiting.delete(number)
  })
  return (question) =>
    new Promise((resolve) => {
      const number = count++
      waiting.set(number, resolve)
      port.postMessage({ question, number } satisfies FromThread)
    })
}
