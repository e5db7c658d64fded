import { fork } from 'node:child_process'
import { once } from 'node:events'
import { stopChild } from './child.ts'
import type { Closing } from './closing.ts'
import type { Load, LoadResult } from './load.ts'

/** Sends one round of transfers from a program of its own. Throws when it fails. */
export async function generateLoad(load: Load, closing: Closing): Promise<LoadResult> {
  const child = fork(new URL('./generator.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  closing.add(() => stopChild(child))
  let result: LoadResult | undefined
  child.on('message', (message: { result: LoadResult }) => {
    result = message.result
  })
  child.send(load)
  await once(child, 'exit')
  if (result === undefined) throw new Error(`The round with ${load.connections} connections failed.`)
  return result
}
