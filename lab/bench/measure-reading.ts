import type { HistoryBank } from './history-bank.ts'
import { median } from './median.ts'
import type { Person } from './seed.ts'
import { ask, type Question, type Times, timeQuestions } from './timed-requests.ts'

/** What people ask of their account, and what the answers took at each of the banks, in milliseconds. */
export type Reading = {
  readonly kind: string
  readonly times: readonly Times[]
  /** How many times as long half of the answers took at the last bank as at the first, in the same round. */
  readonly growth: number
}

/** A bank, and who asks it. */
export type Asked = { readonly bank: HistoryBank; readonly customers: readonly Person[] }

/**
 * Asks everything a customer's pages ask, of customers chosen by chance, at one bank after the other and in rounds, so that
 * whatever else the machine does meets all of them. Each number is the median of its rounds.
 */
export async function measureReading(
  asked: readonly Asked[],
  load: { connections: number; questionsOfEachKind: number; rounds: number },
  say: (line: string) => void,
): Promise<Reading[]> {
  const kinds: Record<string, () => Question>[] = []
  for (const each of asked) kinds.push(await questionsOf(each))
  const readings: Reading[] = []
  for (const kind of Object.keys(kinds[0]!)) {
    const rounds: Times[][] = asked.map(() => [])
    for (let round = 0; round < load.rounds; round++) {
      for (const [index, { bank }] of asked.entries()) {
        rounds[index]!.push(await timeKind(bank.bank.address, kinds[index]![kind]!, load))
      }
    }
    const growth = median(rounds.at(-1)!.map(({ half }, round) => half / rounds[0]![round]!.half))
    readings.push({ kind, times: rounds.map(medianTimes), growth })
    say(
      `${kind}: ${readings
        .at(-1)!
        .times.map(({ half }) => half.toFixed(2))
        .join(', ')} ms`,
    )
  }
  return readings
}

async function timeKind(
  address: string,
  question: () => Question,
  { connections, questionsOfEachKind: count }: { connections: number; questionsOfEachKind: number },
): Promise<Times> {
  const some = (length: number) => Array.from({ length }, question)
  // Programs are slower at first: questions that do not count.
  await timeQuestions(address, some(Math.ceil(count / 5)), connections)
  return timeQuestions(address, some(count), connections)
}

async function questionsOf({ bank, customers }: Asked): Promise<Record<string, () => Question>> {
  const { address } = bank.bank
  const months = lastMonths()
  const anybody = (): Person => customers[Math.floor(Math.random() * customers.length)]!
  const later: Question[] = []
  for (let page = 0; page < 20; page++) later.push(await laterPage(address, anybody()))
  return {
    'balance and profile': () => ({ path: '/api/me', token: anybody().token }),
    'first page of the history': () => ({ path: '/api/transactions', token: anybody().token }),
    'a later page': () => later[Math.floor(Math.random() * later.length)]!,
    'what is pending': () => ({ path: '/api/transactions?status=pending', token: anybody().token }),
    'search for a word': () => ({ path: '/api/transactions?q=holm', token: anybody().token }),
    'a month’s statement': () => ({
      path: `/api/statement?month=${months[Math.floor(Math.random() * months.length)]}`,
      token: anybody().token,
    }),
    'the balance at a date': () => {
      const day = dayBefore(Math.ceil(Math.random() * 300))
      return { path: `/api/statement?from=${day}&to=${day}`, token: anybody().token }
    },
    'the chart of six months': () => ({ path: '/api/me/monthly-flows', token: anybody().token }),
  }
}

function medianTimes(rounds: readonly Times[]): Times {
  const of = (which: keyof Times) => median(rounds.map((times) => times[which]))
  return {
    half: of('half'),
    hundredth: of('hundredth'),
    worst: Math.max(...rounds.map(({ worst }) => worst)),
  }
}

async function laterPage(address: string, { token }: Person): Promise<Question> {
  let path = '/api/transactions?limit=20'
  for (let page = 0; page < 5; page++) {
    const { nextCursor } = JSON.parse(await ask(address, { path, token })) as { nextCursor: string }
    path = `/api/transactions?limit=20&cursor=${encodeURIComponent(nextCursor)}`
  }
  return { path, token }
}

/** The ten months before this one, as `2026-02`. */
function lastMonths(): string[] {
  const now = new Date()
  return Array.from({ length: 10 }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - index, 1)).toISOString().slice(0, 7),
  )
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}
