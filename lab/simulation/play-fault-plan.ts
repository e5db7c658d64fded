import { openBooks } from '@bank/server/books/books'
import { roundUp } from '@bank/server/pots/round-up'
import { type AnswerChecker, openAnswerChecker } from './answer-checker.ts'
import { actInTwos, actsOfTwo, openApprovalChecker } from './approvals.ts'
import { booksViolation, openCommitChecker } from './books-checker.ts'
import { chanceOf } from './chance.ts'
import { openClients } from './clients.ts'
import { disturb } from './disturb.ts'
import { eventLoopTurn } from './event-loop.ts'
import { faultsOf } from './faults.ts'
import { newTables } from './model-bank.ts'
import { type Network, sleepOn } from './model-connection.ts'
import { type ModelDatabase, openModelDatabase } from './model-database.ts'
import { openNewBeneficiaryChecker } from './new-beneficiary-checker.ts'
import { openPinChecker } from './pin-checker.ts'
import { openRoundUps } from './round-ups.ts'
import { type SimulatedProcess, startProcess } from './simulated-process.ts'
import { openTimeline } from './timeline.ts'
import { idOf, workloadOf } from './work.ts'

/** The code of the bank that is played. */
const realCode = { openBooks, roundUp, actsOfTwo }
export type PlayedCode = typeof realCode

export type FaultPlanResult = {
  readonly seed: number
  readonly findings: readonly string[]
  /** Answers to callers, statements to the database, and commits with changes. */
  readonly answers: number
  readonly statements: number
  readonly commits: number
}

// Longer than any timeout: a caller without an answer by then never gets one.
const planMillisecondsMax = 600_000
const wallClockStart = Date.UTC(2026, 0, 1)

/**
 * Plays one fault plan: processes with the real books on one model database, and clients that submit and repeat, with faults at first
 * and without them later; in some with the round-up job, in some with acts of two people. The same seed gives the same plan. `code` may be a mutant.
 */
export async function playFaultPlan(seed: number, code = realCode): Promise<FaultPlanResult> {
  const chance = chanceOf(seed)
  const timeline = openTimeline()
  const roundsUp = chance.happens(0.4)
  const hasActsOfTwo = chance.happens(0.25)
  const database = openModelDatabase(timeline, newTables())
  const faults = faultsOf(chance)
  const findings: string[] = []
  const find = (finding: string) => findings.push(finding)
  const checker = openAnswerChecker(database, find)
  checkCommits(database, checker, find)

  let hasProgress = false
  const noteProgress = () => {
    hasProgress = true
  }
  const network: Network = { timeline, database, faults, noteProgress }
  let wallClock = wallClockStart
  let processes = 0
  const clock = () => Math.floor(wallClock + timeline.now())
  const start = () => startProcess(network, { number: processes++, chance, clock, ...code })
  const running = await Promise.all(Array.from({ length: 1 + chance.below(3) }, start))
  const stopping: Promise<void>[] = []
  const workload = workloadOf(chance)
  const healedAt = chance.oneOf([20, 300, 4_000]) * chance.next()
  const isHealed = () => timeline.now() > healedAt
  const clients = openClients(network, chance, { checker, running, clock, isHealed })
  let isServed = false
  const roundUps = openRoundUps(network, chance, { ...code, ...clients, running })
  const withJob = (process: SimulatedProcess) => {
    if (roundsUp) void roundUps.run(process, () => isServed)
    return process
  }

  async function play(): Promise<void> {
    running.forEach(withJob)
    await Promise.all([
      ...workload.map(clients.submitAll),
      hasActsOfTwo && actInTwos(network, chance, { ...code, ...clients }),
      disturb(network, chance, {
        running,
        start: async () => withJob(await start()),
        stop: ({ books }) => stopping.push(books.close()),
        clock,
        moveClock: (milliseconds) => {
          wallClock += milliseconds
          checker.clockMoved()
        },
      }),
      sleepOn(network, healedAt).then(faults.heal),
    ])
    // Every answered instruction is submitted once more at the end.
    const answered = workload.flat().filter((instruction) => checker.hasAnswered(idOf(instruction)))
    await Promise.all(answered.map((instruction) => clients.submitOnce(instruction)))
    isServed = true
    if (roundsUp) await roundUps.finish(running[0]!)
    await Promise.all([...stopping, ...running.map(({ books }) => books.close())])
  }

  let isOver = false
  play()
    .catch((error) => find(`the fault plan failed: ${error instanceof Error ? error.stack : error}`))
    .finally(() => {
      isOver = true
    })
  await eventLoopTurn()
  while (timeline.now() < planMillisecondsMax && timeline.step()) {
    if (!hasProgress) continue
    hasProgress = false
    await eventLoopTurn()
  }
  if (!isOver) find('a caller never got an answer')
  else if (database.locks.count() > 0) find('a lock was never released')
  const violation = booksViolation(database, checker.instructions) ?? roundUps.violation()
  if (violation) find(violation)
  return {
    seed,
    findings,
    answers: checker.answers(),
    statements: faults.statements(),
    commits: database.commits.length,
  }
}

/** Checks each commit as soon as it is made. */
function checkCommits(
  database: ModelDatabase,
  { instructions }: AnswerChecker,
  find: (finding: string) => void,
): void {
  const checks = [
    openCommitChecker(database),
    openPinChecker(instructions),
    openNewBeneficiaryChecker(database),
    openApprovalChecker(database),
  ]
  database.onCommit((commit) => {
    const violations = checks.map((check) => check(commit))
    const first = violations.find((violation) => violation !== null)
    if (first) find(`after commit ${database.commits.length}, ${first}`)
  })
}
