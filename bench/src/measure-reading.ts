import type { HistoryBank } from './history-bank.ts'
import type { Person } from './seed.ts'
import { ask, type Question, type Times, timeQuestions } from './timed-requests.ts'

/** What people ask of their account, and what the answers took. */
export type Reading = { readonly kind: string; readonly times: Times }

/** Asks everything a customer's pages ask, of customers chosen by chance among these. */
export async function measureReading(
  { bank: { address } }: HistoryBank,
  customers: readonly Person[],
  { connections, questionsOfEachKind }: { connections: number; questionsOfEachKind: number },
): Promise<Reading[]> {
  const months = lastMonths()
  const anybody = (): Person => customers[Math.floor(Math.random() * customers.length)]!
  const later = await Promise.all(Array.from({ length: 20 }, () => laterPage(address, anybody())))
  const kinds: Record<string, () => Question> = {
    'balance and profile': () => ({ path: '/api/me', token: anybody().token }),
    'first page of the history': () => ({ path: '/api/transactions', token: anybody().token }),
    'a later page': () => later[Math.floor(Math.random() * later.length)]!,
    'what is pending': () => ({ path: '/api/transactions?status=pending', token: anybody().token }),
    'search for a word': () => ({ path: '/api/transactions?q=holm', token: anybody().token }),
    'a month’s statement': () => ({
      path: `/api/statement?month=${months[Math.floor(Math.random() * months.length)]}`,
      token: anybody().token,
    }),
    'the chart of six months': () => ({ path: '/api/me/monthly-flows', token: anybody().token }),
  }
  const readings: Reading[] = []
  for (const [kind, question] of Object.entries(kinds)) {
    const some = (count: number) => Array.from({ length: count }, question)
    try {
      // Programs are slower at first: questions that do not count.
      await timeQuestions(address, some(questionsOfEachKind / 5), connections)
      const times = await timeQuestions(address, some(questionsOfEachKind), connections)
      readings.push({ kind, times })
    } catch (error) {
      // Too much for one answer, which the bank has said: a figure of its own.
      console.log(`${kind}: ${error instanceof Error ? error.message : error}`)
      readings.push({ kind, times: { half: Number.NaN, hundredth: Number.NaN, worst: Number.NaN } })
    }
  }
  return readings
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
