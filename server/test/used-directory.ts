import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { endProgram, type Program, startProgram } from './program.ts'

/**
 * A data directory that a bank has used once, copied for each test of the file, and banks started on it. Started banks
 * are stopped after the test.
 */
export function usedDirectory() {
  const original = mkdtempSync(join(tmpdir(), 'truepenny-used-'))
  let path = original
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
    expect(complaint.trimEnd().split('\n')).toHaveLength(1)
    return complaint.trimEnd()
  }

  async function endPrograms() {
    await Promise.all(programs.map((program) => endProgram(program)))
    programs = []
  }

  beforeAll(async () => {
    await startedBank()
    await endPrograms()
  })
  afterAll(() => rmSync(original, { recursive: true }))
  beforeEach(() => {
    path = mkdtempSync(join(tmpdir(), 'truepenny-main-'))
    execFileSync('cp', ['-a', `${original}/.`, path])
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
