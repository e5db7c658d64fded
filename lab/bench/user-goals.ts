import { randomBytes } from 'node:crypto'
import { startBank } from './bank-process.ts'
import { openBenchmarkDatabase } from './benchmark-database.ts'
import type { Closing } from './closing.ts'
import type { Findings } from './figure.ts'
import { makeElevatedAdministrator, makeUsers } from './made-users.ts'
import { seedPeople } from './seed.ts'
import { ask, type Times, timeQuestions } from './timed-requests.ts'

const userCount = 1_000_000
const questionsOfEachKind = 300

/** How fast an administrator's list of a million users and the search in it are. */
export async function userGoals(closing: Closing): Promise<Findings> {
  const database = await openBenchmarkDatabase(closing)
  const secretKey = randomBytes(32).toString('hex')
  const [administrator] = await seedPeople(database.bank, { count: 1, secretKey })
  console.log('Making a million users…')
  await makeUsers(database.bank, userCount)
  await makeElevatedAdministrator(database.bank, administrator!.userId)
  const bank = await startBank({ databaseUrl: database.url, secretKey, profile: undefined }, closing)

  const { token } = administrator!
  const list = '/api/admin/users'
  const anyNumber = () => Math.ceil(Math.random() * userCount)
  const { nextCursor } = JSON.parse(await ask(bank.address, { path: `${list}?limit=100`, token })) as {
    nextCursor: string
  }
  const kinds: Record<string, () => string> = {
    'first page': () => list,
    'a later page': () => `${list}?cursor=${encodeURIComponent(nextCursor)}`,
    'search for a name that many have': () => `${list}?email=novak`,
    'search for one user': () => `${list}?email=${anyNumber()}%40mail`,
    'search for the end of an address': () => `${list}?email=post.example`,
    'search for a rare pair of letters': () => `${list}?email=x.`,
    'search for what nobody has': () => `${list}?email=nobody-at-all`,
    'search for common letters in a rare order': () => `${list}?email=ann${anyNumber()}`,
  }
  const measured: [string, Times][] = []
  for (const [kind, path] of Object.entries(kinds)) {
    const some = (count: number) => Array.from({ length: count }, () => ({ path: path(), token }))
    await timeQuestions(bank.address, some(20), 2)
    measured.push([kind, await timeQuestions(bank.address, some(questionsOfEachKind), 2)])
  }
  await bank.stop()
  return {
    part: 'users',
    tables: [
      {
        title: 'An administrator’s list of a million users',
        headings: ['milliseconds', 'half', '99%', 'worst'],
        rows: measured.map(([kind, { half, hundredth, worst }]) => [
          kind,
          ...[half, hundredth, worst].map((number) => number.toFixed(2)),
        ]),
      },
    ],
    figures: measured.map(([kind, { hundredth }]) => ({
      name: `99 of 100 answers: users, ${kind}`,
      value: hundredth,
      unit: ' ms',
      goal: { atMost: 50 },
    })),
  }
}
