import { defineConfig } from 'vitest/config'
import { temporaryFolder } from './scripts/temporary-folder.ts'

// The workers, and the programs they start, inherit it.
process.env.TMPDIR ??= temporaryFolder()

// A race of many connections on two busy cores may take its time; a hang still ends the run.
const testTimeout = 30_000

const nothing = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    // Two cores: a third worker only makes the other two slower.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout,
          environment: 'node',
          include: ['{ledger,contract,scripts,lab,e2e}/**/*.test.ts', 'server/src/**/*.unit.test.ts'],
          exclude: nothing,
        },
      },
      {
        test: {
          name: 'web',
          testTimeout,
          environment: 'happy-dom',
          include: ['web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['web/test/patience.ts'],
          exclude: nothing,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          exclude: [...nothing, 'server/src/**/*.unit.test.ts'],
          // Starts one real PostgreSQL and makes the template database that each test file clones.
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/quick-argon2.ts'],
          pool: 'forks',
          testTimeout,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
