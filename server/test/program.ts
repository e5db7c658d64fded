import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

/** The whole program in a separate process, as `npm start` runs it. */
export type Program = {
  readonly child: ChildProcess
  /** Its address, from the Ready line; undefined when it ends before. */
  readonly ready: Promise<string | undefined>
  readonly ended: Promise<{ code: number | null; complaint: string }>
}

/** The command of the program. */
export const programCommand = [process.execPath, join(import.meta.dirname, '../src/main.ts')]

/** Starts the program with these settings only, on any free port. `args`: what `npm start --` is followed by. */
export function startProgram(settings: Record<string, string>, ...args: string[]): Program {
  return startCommand([...programCommand, ...args], settings)
}

/** The same for a command that runs the program. */
export function startCommand(
  [command = '', ...args]: readonly string[],
  settings: Record<string, string>,
): Program {
  const child = spawn(command, args, {
    env: { ...inheritedEnvironment(), PORT: '0', DEMO: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const complaint = text(child.stderr).then(messagesOf)
  return {
    child,
    ready: readyAddress(child),
    ended: once(child, 'exit').then(async ([code]) => ({ code, complaint: await complaint })),
  }
}

/** The part of the test runner's environment that a program under test inherits, without settings of the bank. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}

/** What its lines of JSON tell the operator, as a terminal would show it. */
export function messagesOf(output: string): string {
  return output.replace(/^\{"level".*$/gm, (line) => JSON.parse(line).msg)
}

/** Stops it, and waits until it has ended. */
export async function endProgram({ child, ended }: Program, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal)
  return ended
}

/** Waits for the bank's Ready line and returns its address; undefined when the bank ends without it. Reads on, so that the pipe never fills. */
export async function readyAddress(child: ChildProcess): Promise<string | undefined> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const address = /^Ready on (https?:\S+)/.exec(messagesOf(line))?.[1]
    if (address !== undefined) {
      child.stdout!.resume()
      return address
    }
  }
}
