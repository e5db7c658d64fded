import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Closing } from './closing.ts'

/** Asks a child to stop and waits until it has; one that has not after ten seconds is killed. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const stopped = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await stopped
  clearTimeout(timer)
}

/** Runs a command to its end and gives what it said. Throws what it complained of when it fails. */
export async function runCommand(
  command: string,
  args: readonly string[],
  { env = process.env, closing }: { env?: NodeJS.ProcessEnv; closing: Closing },
): Promise<string> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  closing.add(() => stopChild(child))
  let output = ''
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code === 0) return output
  throw new Error(`${command} ended with ${signal ?? code}:\n${(complaints + output).trim()}`)
}

/** Waits until a child says that the bank is ready, and gives its address. Throws when it ends without. */
export async function readyAddress(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! })
  const said: string[] = []
  for await (const line of lines) {
    const address = /Ready on (http:\S+)/.exec(line)?.[1]
    if (address !== undefined) {
      // Read on, or the child would stand still once the pipe is full.
      child.stdout!.resume()
      return address
    }
    said.push(line)
  }
  throw new Error(`The bank ended before it was ready. It said:\n${said.join('\n')}`)
}
