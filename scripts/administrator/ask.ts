import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks on the terminal. Throws when there is none. */
export async function askText(question: string): Promise<string> {
  return ask(question, process.stdout)
}

/** Asks for a secret, which is not echoed. */
export async function askSecret(question: string): Promise<string> {
  process.stdout.write(question)
  const answer = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }))
  process.stdout.write('\n')
  return answer
}

async function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('There is no terminal to ask on. Pass the options that --help lists.')
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
