import { booksFault, openCommitJudge } from './books-judge.ts'
import { chanceOf } from './chance.ts'
import { disturb } from './disturb.ts'
import { faultsOf } from './faults.ts'
import { openJudge } from './judge.ts'
import { newTables } from './model-bank.ts'
import type { Network } from './model-connection.ts'
import { openModelDatabase } from './model-database.ts'
import { openPeople } from './people.ts'
import { openPinJudge } from './pin-judge.ts'
import { type OpenBooks, startProcess } from './simulated-process.ts'
import { openTimeline } from './timeline.ts'
import { turn } from './turns.ts'
import { idOf, workOf } from './work.ts'

/** What a schedule came to. Nothing found is a good schedule. */
export type Played = {
  readonly seed: number
  readonly findings: readonly string[]
  /** Answers that callers were given, statements that the database was asked for, and commits that wrote something. */
  readonly answers: number
  readonly statements: number
  readonly commits: number
}

// Longer than anything waits for, so that a caller without an answer by then will never get one.
const scheduleMillisecondsMax = 600_000
const wallClockStart = Date.UTC(2026, 0, 1)

/**
 * Plays one schedule: processes of the bank with their real lanes, on one model database; people who submit and repeat;
 * faults, until all is healed; and says what was found. The same seed plays the same. `openBooks` is given where
 * other books than the bank's are to be tried.
 */
export async function playSchedule(seed: number, openBooks?: OpenBooks): Promise<Played> {
  const chance = chanceOf(seed)
  const timeline = openTimeline()
  const database = openModelDatabase(timeline, newTables())
  const faults = faultsOf(chance)
  const findings: string[] = []
  const find = (finding: string) => findings.push(finding)
  const judge = openJudge(database, find)
  const commitFault = openCommitJudge(database)
  const pinFault = openPinJudge(judge.asked)
  database.onCommit((commit) => {
    const fault = commitFault(commit) ?? pinFault(commit)
    if (fault) find(`after commit ${database.commits.length}, ${fault}`)
  })

  let isStirred = false
  const stir = () => {
    isStirred = true
  }
  const rest = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      timeline.after(milliseconds, () => {
        stir()
        resolve()
      })
    })

  const network: Network = { timeline, database, faults, stir }
  let wallClock = wallClockStart
  let processes = 0
  const start = () =>
    startProcess(network, {
      number: processes++,
      chance,
      clock: () => Math.floor(wallClock + timeline.now()),
      openBooks,
    })
  const running = await Promise.all(Array.from({ length: 1 + chance.below(3) }, start))
  const leaving: Promise<void>[] = []
  const work = workOf(chance)
  const healing = chance.oneOf([20, 300, 4_000]) * chance.next()
  const people = openPeople({
    chance,
    timeline,
    judge,
    running,
    rest,
    areStrange: faults.areStrange,
    isHealed: () => timeline.now() > healing,
  })

  async function live(): Promise<void> {
    await Promise.all([
      ...work.map(people.live),
      disturb(network, chance, {
        running,
        start,
        leave: ({ books }) => leaving.push(books.close()),
        moveClock: (milliseconds) => {
          wallClock += milliseconds
          judge.clockMoved()
        },
        rest,
      }),
      rest(healing).then(faults.heal),
    ])
    // Every caller that was answered asks once more, at the very end.
    const answered = work.flat().filter((instruction) => judge.hasAnswered(idOf(instruction)))
    await Promise.all(answered.map(people.submitOnce))
    await Promise.all([...leaving, ...running.map(({ books }) => books.close())])
  }

  let isOver = false
  live()
    .catch((error) => find(`the schedule broke: ${error instanceof Error ? error.stack : error}`))
    .finally(() => {
      isOver = true
    })
  await turn()
  while (timeline.now() < scheduleMillisecondsMax && timeline.step()) {
    if (!isStirred) continue
    isStirred = false
    await turn()
  }
  if (!isOver) find('a caller was left without an answer')
  else if (database.locks.count() > 0) find('a lock was left behind')
  const fault = booksFault(database, judge.asked)
  if (fault) find(fault)
  return {
    seed,
    findings,
    answers: judge.answers(),
    statements: faults.statements(),
    commits: database.commits.length,
  }
}
