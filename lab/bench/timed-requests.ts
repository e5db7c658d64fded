import { Agent, request } from 'node:http'
import { percentile } from './median.ts'

/** One question of somebody signed in. */
export type Question = { readonly path: string; readonly token: string }

/** What the answers took, in milliseconds, as whoever asked saw it. */
export type Times = { readonly half: number; readonly hundredth: number; readonly worst: number }

/**
 * Asks the questions over so many connections, on each the next one when the last is answered. Throws when one is not
 * answered with 200.
 */
export async function timeQuestions(
  address: string,
  questions: readonly Question[],
  connections: number,
): Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const milliseconds: number[] = []
  let next = 0
  async function askUntilDone(): Promise<void> {
    for (let question = questions[next++]; question; question = questions[next++]) {
      const begin = performance.now()
      await ask(address, question, agent)
      milliseconds.push(performance.now() - begin)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, askUntilDone))
  } finally {
    agent.destroy()
  }
  return timesOf(milliseconds)
}

/** Asks the questions one after the other, over and over, until the function it gives is called. */
export function keepAsking(address: string, questions: readonly Question[]): () => Promise<Times> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const milliseconds: number[] = []
  let isOver = false
  async function askUntilOver(): Promise<void> {
    for (let turn = 0; !isOver; turn++) {
      const begin = performance.now()
      await ask(address, questions[turn % questions.length]!, agent)
      milliseconds.push(performance.now() - begin)
    }
  }
  const asking = askUntilOver()
  // Whoever waits for something else meanwhile learns of a failure at the end.
  asking.catch(() => {})
  return async () => {
    isOver = true
    await asking
    agent.destroy()
    return timesOf(milliseconds)
  }
}

/** Asks one question and gives the answer's text. */
export async function ask(address: string, question: Question, agent?: Agent): Promise<string> {
  const pieces: Buffer[] = []
  await take(address, question, (piece) => pieces.push(piece), agent)
  return Buffer.concat(pieces).toString()
}

/** Asks one question and hands on the answer's bytes as they come. */
export function take(
  address: string,
  { path, token }: Question,
  onPiece: (piece: Buffer) => void,
  agent?: Agent,
): Promise<void> {
  return new Promise((done, fail) => {
    const asked = request(
      address + path,
      { headers: { cookie: `sid=${token}` }, ...(agent && { agent }) },
      (answer) => {
        answer.on('data', onPiece)
        answer.on('error', fail)
        answer.on('end', () =>
          answer.statusCode === 200
            ? done()
            : fail(new Error(`${path} was answered with ${answer.statusCode}`)),
        )
      },
    )
    asked.on('error', fail)
    asked.end()
  })
}

function timesOf(milliseconds: readonly number[]): Times {
  return {
    half: percentile(milliseconds, 0.5),
    hundredth: percentile(milliseconds, 0.99),
    worst: Math.max(...milliseconds),
  }
}
