import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject } from 'vitest'
import { endProgram, type Program, startProgram } from './program.ts'
import { waitUntil } from './wait-until.ts'

/**
 * A data directory that a bank has used once, copied for each test of the file, and banks started on it. Started banks
 * are stopped after the test.
 */
export function usedDirectory() {
  let path = ''
  let programs: Program[] = []

  function start(settings: Record<string, string> = {}): Program {
    const program = startProgram({ DATA_DIR: path, ...settings })
    programs.push(program)
    return program
  }

  async function startedBank(settings: Record<string, string> = {}) {
    const program = start(settings)
    const address = await program.ready
    if (address === undefined) throw new Error((await program.ended).complaint)
    return { program, address }
  }

  /** The one-line error of a start that fails. */
  async function refusal(settings: Record<string, string> = {}) {
    const { code, complaint } = await start(settings).ended
    expect(code).toBe(1)
    expect(complaint.trimEnd().split('\n')).toEqual([expect.any(String)])
    return complaint.trimEnd()
  }

  async function endPrograms() {
    await Promise.all(programs.map((program) => endProgram(program)))
    programs = []
  }

  beforeEach(async () => {
    path = await copyUsedDirectory()
  })
  afterEach(async () => {
    await endPrograms()
    rmSync(path, { recursive: true, force: true })
  })

  const pidFile = () => join(path, 'postgres/postmaster.pid')
  return {
    /** This test's copy. */
    get path() {
      return path
    },
    start,
    startedBank,
    refusal,
    pidFile,
    postmasterPid: () => Number.parseInt(readFileSync(pidFile(), 'utf8'), 10),
  }
}

/** Copies a data directory that a bank has used once, which the first test of the run makes. Returns the path of the copy. */
export async function copyUsedDirectory(): Promise<string> {
  const original = inject('usedDirectory')
  if (!existsSync(original)) await makeOnce(original)
  const copy = mkdtempSync(join(tmpdir(), 'truepenny-copy-'))
  execFileSync('cp', ['-a', `${original}/.`, copy])
  return copy
}

/** Makes it, or waits until another worker has made it. */
async function makeOnce(original: string): Promise<void> {
  const unfinished = `${original}-unfinished`
  try {
    mkdirSync(unfinished)
  } catch {
    await waitUntil(() => !existsSync(unfinished))
    return makeOnce(original)
  }
  try {
    // Another worker may have finished a moment ago.
    if (existsSync(original)) return
    const program = startProgram({ DATA_DIR: unfinished })
    const address = await program.ready
    const { complaint } = await endProgram(program)
    if (address === undefined) throw new Error(complaint)
    renameSync(unfinished, original)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
