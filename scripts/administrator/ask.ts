import { createInterface, type Interface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import { Writable } from 'node:stream'

/** Asks the operator on the terminal. Without one, each answer is the next line of the standard input. */
export type Ask = {
  readonly text: (question: string) => Promise<string>
  /** For a secret, which is not echoed. */
  readonly secret: (question: string) => Promise<string>
  readonly close: () => void
}

export function openAsk(input: Readable & { isTTY?: boolean }): Ask {
  return input.isTTY ? askOnTerminal(input) : askForLines(input)
}

function askOnTerminal(input: Readable): Ask {
  const ask = async (question: string, output: NodeJS.WritableStream) => {
    const terminal = createInterface({ input, output, terminal: true })
    try {
      return await terminal.question(question)
    } finally {
      terminal.close()
    }
  }
  return {
    text: (question) => ask(question, process.stdout),
    secret: async (question) => {
      process.stdout.write(question)
      const answer = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }))
      process.stdout.write('\n')
      return answer
    },
    close: () => {},
  }
}

function askForLines(input: Readable): Ask {
  let opened: { reader: Interface; lines: AsyncIterator<string> } | undefined
  const next = async (question: string) => {
    if (opened === undefined) {
      const reader = createInterface({ input })
      opened = { reader, lines: reader[Symbol.asyncIterator]() }
    }
    const { value, done } = await opened.lines.next()
    if (!done) return value
    const what = question.replace(/: $/, '')
    throw new Error(
      `There is no terminal to ask on, and no line of the standard input for: ${what}. See --help.`,
    )
  }
  return { text: next, secret: next, close: () => opened?.reader.close() }
}
