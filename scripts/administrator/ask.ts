import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks whoever sits at the terminal. Throws where nobody does. */
export async function askText(question: string): Promise<string> {
  return ask(question, process.stdout)
}

/** Asks for something that is not shown while it is typed. */
export async function askSecret(question: string): Promise<string> {
  process.stdout.write(question)
  const answer = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }))
  process.stdout.write('\n')
  return answer
}

async function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  if (!process.stdin.isTTY) throw new Error('Nobody can be asked here: give what --help says.')
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}
