import { AsyncLocalStorage } from 'node:async_hooks'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { DrawnPage, FromThread, ToThread } from './page-renderer.ts'
import type { BankForScreens } from './public-config.ts'

// Runs in a thread of its own: the screens' code is not let near the books, neither to its memory nor to its time.

type DrawPersonalView = (address: string, bank: BankForScreens) => Promise<DrawnPage | undefined>

const { module, bank } = workerData as { module: string; bank: BankForScreens }
const { drawPersonalView } = (await import(module)) as { drawPersonalView: DrawPersonalView }

/** Whose question it is. Several pages are drawn at a time, each for somebody else. */
const asker = new AsyncLocalStorage<(address: string) => Promise<Response>>()
globalThis.fetch = (address) => {
  const ask = asker.getStore()
  if (!ask) throw new Error('nobody asks')
  return ask(String(address))
}

parentPort!.on('message', ({ address, theirs }: { address: string; theirs: MessagePort }) => {
  const say = (said: FromThread) => theirs.postMessage(said)
  asker.run(openQuestions(theirs), async () => {
    try {
      say({ drawn: (await drawPersonalView(address, bank)) ?? null })
    } catch (error) {
      // What the bank refuses with is thrown as it crosses the wire, and is no fault.
      say(error instanceof Error ? { fault: error } : { refused: true })
    }
  })
})

/** Asks the bank by way of the thread that has it. */
function openQuestions(port: MessagePort): (address: string) => Promise<Response> {
  const waiting = new Map<number, (response: Response) => void>()
  let count = 0
  port.on('message', ({ number, status, type, body }: ToThread) => {
    waiting.get(number)?.(new Response(body, { status, headers: { 'content-type': type } }))
    waiting.delete(number)
  })
  return (asked) =>
    new Promise((resolve) => {
      const number = count++
      waiting.set(number, resolve)
      port.postMessage({ asked, number } satisfies FromThread)
    })
}
