import { setTestEnvironment } from '@bank/server/test/test-environment'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './chromium.ts'

setTestEnvironment()

// Read by the first process before any worker starts, so that only one of them unpacks a browser.
const launchOptions = await findBrowser()

// It closes every administrator's work but its own.
const lastJourney = 'change-the-passcode.spec.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'results',
  reporter: 'list',
  fullyParallel: true,
  forbidOnly: true,
  // Two cores, and one of them also runs the bank and its PostgreSQL.
  workers: 2,
  // A busy machine may take its time; a journey that is stuck still ends.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Some machines stand still for a minute. A journey that succeeds only then is reported as flaky, with its recording.
  retries: 1,
  use: {
    // Set once the bank is open, by the names in `wait`.
    baseURL: process.env.BANK_URL ?? 'http://127.0.0.1',
    launchOptions,
    locale: 'en-US',
    // Far from the bank's own zone, so that a date taken from the browser would show.
    timezoneId: 'Pacific/Auckland',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // Recording costs half as much again as the journey.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'journeys', testIgnore: lastJourney },
    { name: 'gates', testDir: '../lab/screens/gates' },
    // Even when one of them has failed there is nothing to be learnt from running this one beside it.
    { name: 'last journey', testMatch: lastJourney, dependencies: ['journeys', 'gates'] },
  ],
  webServer: {
    name: 'bank',
    command: `"${process.execPath}" open-bank.ts`,
    wait: { stdout: /^Open on (?<bank_url>\S+) with its books in (?<bank_data>\S+)$/m },
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
