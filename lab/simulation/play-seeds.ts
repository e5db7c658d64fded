import { parentPort, workerData } from 'node:worker_threads'
import { playFaultPlan } from './play-fault-plan.ts'

/** The seeds of one thread: `count` of them, from `seed` in steps of `step`, for at most `milliseconds`. */
export type Share = {
  readonly seed: number
  readonly step: number
  readonly count: number
  readonly milliseconds: number
}

export type Progress = Record<'plans' | 'answers' | 'statements' | 'commits' | 'failed', number>

// Most fault plans create many errors, whose stacks are never read.
Error.stackTraceLimit = 0

const { seed, step, count, milliseconds } = workerData as Share
const end = performance.now() + milliseconds
const progress: Progress = { plans: 0, answers: 0, statements: 0, commits: 0, failed: 0 }
for (let index = 0; index < count && performance.now() < end; index++) {
  const result = await playFaultPlan(seed + index * step)
  progress.plans++
  progress.answers += result.answers
  progress.statements += result.statements
  progress.commits += result.commits
  if (result.findings.length === 0) continue
  progress.failed++
  process.stdout.write(`npm run simulate -- --seed ${result.seed}: ${result.findings.join('; ')}\n`)
}
parentPort?.postMessage(progress)
