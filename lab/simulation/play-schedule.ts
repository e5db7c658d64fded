import { openAnswerChecker } from './answer-checker.ts'
import { booksViolation, openCommitChecker } from './books-checker.ts'
import { chanceOf } from './chance.ts'
import { openClients } from './clients.ts'
import { disturb } from './disturb.ts'
import { eventLoopTurn } from './event-loop.ts'
import { faultsOf } from './faults.ts'
import { openGuardChecker } from './guard-checker.ts'
import { newTables } from './model-bank.ts'
import type { Network } from './model-connection.ts'
import { openModelDatabase } from './model-database.ts'
import { openNewBeneficiaryChecker } from './new-beneficiary-checker.ts'
import { openPinChecker } from './pin-checker.ts'
import { type OpenBooks, startProcess } from './simulated-process.ts'
import { openTimeline } from './timeline.ts'
import { idOf, workloadOf } from './work.ts'

export type ScheduleResult = {
  readonly seed: number
  readonly findings: readonly string[]
  /** Answers to callers, statements to the database, and commits with changes. */
  readonly answers: number
  readonly statements: number
  readonly commits: number
}

// Longer than any timeout: a caller without an answer by then never gets one.
const scheduleMillisecondsMax = 600_000
const wallClockStart = Date.UTC(2026, 0, 1)

/**
 * Plays one schedule: processes with the real books on one model database, and clients that submit and repeat, with faults at first
 * and without them later. The same seed gives the same schedule. `openBooks` replaces the real books by a mutant.
 */
export async function playSchedule(seed: number, openBooks?: OpenBooks): Promise<ScheduleResult> {
  const chance = chanceOf(seed)
  const timeline = openTimeline()
  const database = openModelDatabase(timeline, newTables())
  const faults = faultsOf(chance)
  const findings: string[] = []
  const find = (finding: string) => findings.push(finding)
  const checker = openAnswerChecker(database, find)
  const commitViolation = openCommitChecker(database)
  const pinViolation = openPinChecker(checker.instructions)
  const guardViolation = openGuardChecker()
  const newBeneficiaryViolation = openNewBeneficiaryChecker()
  database.onCommit((commit) => {
    const violation =
      commitViolation(commit) ??
      pinViolation(commit) ??
      guardViolation(commit) ??
      newBeneficiaryViolation(commit)
    if (violation) find(`after commit ${database.commits.length}, ${violation}`)
  })

  let hasProgress = false
  const noteProgress = () => {
    hasProgress = true
  }
  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      timeline.after(milliseconds, () => {
        noteProgress()
        resolve()
      })
    })

  const network: Network = { timeline, database, faults, noteProgress }
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
  const stopping: Promise<void>[] = []
  const workload = workloadOf(chance)
  const healedAt = chance.oneOf([20, 300, 4_000]) * chance.next()
  const clients = openClients({
    chance,
    timeline,
    database,
    checker,
    running,
    sleep,
    hasUnexpectedErrors: faults.hasUnexpectedErrors,
    isHealed: () => timeline.now() > healedAt,
  })

  async function play(): Promise<void> {
    await Promise.all([
      ...workload.map(clients.submitAll),
      disturb(network, chance, {
        running,
        start,
        stop: ({ books }) => stopping.push(books.close()),
        moveClock: (milliseconds) => {
          wallClock += milliseconds
          checker.clockMoved()
        },
        sleep,
      }),
      sleep(healedAt).then(faults.heal),
    ])
    // Every answered instruction is submitted once more at the end.
    const answered = workload.flat().filter((instruction) => checker.hasAnswered(idOf(instruction)))
    await Promise.all(answered.map(clients.submitOnce))
    await Promise.all([...stopping, ...running.map(({ books }) => books.close())])
  }

  let isOver = false
  play()
    .catch((error) => find(`the schedule failed: ${error instanceof Error ? error.stack : error}`))
    .finally(() => {
      isOver = true
    })
  await eventLoopTurn()
  while (timeline.now() < scheduleMillisecondsMax && timeline.step()) {
    if (!hasProgress) continue
    hasProgress = false
    await eventLoopTurn()
  }
  if (!isOver) find('a caller never got an answer')
  else if (database.locks.count() > 0) find('a lock was never released')
  const violation = booksViolation(database, checker.instructions)
  if (violation) find(violation)
  return {
    seed,
    findings,
    answers: checker.answers(),
    statements: faults.statements(),
    commits: database.commits.length,
  }
}
