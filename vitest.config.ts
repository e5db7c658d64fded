import { defineConfig } from 'vitest/config'
import { setTestEnvironment } from './server/test/test-environment.ts'

setTestEnvironment()

// A race of many connections on two cores that have other work, such as the journeys, may take its time; a hang still ends the run.
const patient = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
}

// The test files of a worker share its modules: importing them anew for each file took a third of the time. A test that
// changes a module or the process puts it back.
const isolate = false

// Two cores: more workers only make two slower, except where tests wait for a database and for programs. The unit tests go on
// with those workers, so that none is idle while the last file of the server ends.
const waiting = { maxWorkers: 4, sequence: { groupOrder: 0 } }
const busy = { maxWorkers: 2, sequence: { groupOrder: 1 } }

const nothing = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...waiting,
          isolate,
          ...patient,
          environment: 'node',
          include: ['{ledger,contract,scripts,lab,e2e}/**/*.test.ts', 'server/src/**/*.unit.test.ts'],
          exclude: nothing,
        },
      },
      {
        test: {
          name: 'web',
          ...busy,
          isolate,
          ...patient,
          environment: 'happy-dom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/test/each-test.ts'],
          exclude: nothing,
        },
      },
      {
        test: {
          name: 'server',
          ...waiting,
          environment: 'node',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          exclude: [...nothing, 'server/src/**/*.unit.test.ts'],
          // Starts one real PostgreSQL and makes the template database that each test file clones.
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/quick-argon2.ts', 'server/test/same-priority.ts'],
          pool: 'forks',
          isolate,
          ...patient,
        },
      },
    ],
  },
})
