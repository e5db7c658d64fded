import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { stopChild } from '../child.ts'
import type { Closing } from '../closing.ts'
import type { StrangerName, Target } from './stranger-kinds.ts'
import type { Heard, Visit } from './visit.ts'

/** One phase of strangers, as their program is told. */
export type Load = Visit & Target & { readonly kind: StrangerName }

/** What strangers got, and the processor time it took them, in seconds. */
export type StrangersHeard = Heard & { readonly processorSeconds: number }

export type StrangerProcess = {
  readonly begin: (load: Load) => void
  /** Ends the phase and gives what strangers got. Throws when their program does not answer. */
  readonly stop: () => Promise<StrangersHeard>
}

/** Starts the program of the strangers. */
export function startStrangers(closing: Closing): StrangerProcess {
  const child = startProgram(new URL('./strangers.ts', import.meta.url), closing)
  return {
    begin: (load) => void child.send(load),
    async stop() {
      const answer = messageOf(child)
      child.send('stop')
      return (await answer) as StrangersHeard
    },
  }
}

/** Starts the server that answers everything with 429, and gives its port. */
export async function startBareServer(closing: Closing): Promise<number> {
  return (await messageOf(startProgram(new URL('./bare-server.ts', import.meta.url), closing))) as number
}

function startProgram(program: URL, closing: Closing): ChildProcess {
  const child = fork(program, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C is for the program that started it, which ends it in its turn.
    detached: true,
  })
  closing.add(() => stopChild(child))
  return child
}

// To build 10,000 requests takes less than a second, also on a busy machine.
const patienceMilliseconds = 20_000

async function messageOf(child: ChildProcess): Promise<unknown> {
  try {
    const [message] = await once(child, 'message', { signal: AbortSignal.timeout(patienceMilliseconds) })
    return message
  } catch (cause) {
    throw new Error(`A program of the flood did not answer in time: ${child.spawnargs.at(-1)}`, { cause })
  }
}
