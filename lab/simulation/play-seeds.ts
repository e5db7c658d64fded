import { parentPort, workerData } from 'node:worker_threads'
import { playSchedule } from './play-schedule.ts'

/** The seeds of one thread: from `seed` on by `step`, `count` of them or for so long. */
export type Share = {
  readonly seed: number
  readonly step: number
  readonly count: number
  readonly milliseconds: number
}

/** What they came to. */
export type Progress = Record<'schedules' | 'answers' | 'statements' | 'commits' | 'failed', number>

// Errors are what most schedules are made of, and nobody reads where they came from.
Error.stackTraceLimit = 0

const { seed, step, count, milliseconds } = workerData as Share
const end = performance.now() + milliseconds
const progress: Progress = { schedules: 0, answers: 0, statements: 0, commits: 0, failed: 0 }
for (let index = 0; index < count && performance.now() < end; index++) {
  const played = await playSchedule(seed + index * step)
  progress.schedules++
  progress.answers += played.answers
  progress.statements += played.statements
  progress.commits += played.commits
  if (played.findings.length === 0) continue
  progress.failed++
  process.stdout.write(`npm run simulate -- --seed ${played.seed}: ${played.findings.join('; ')}\n`)
}
parentPort?.postMessage(progress)
