import { setTestEnvironment } from '@bank/server/test/test-environment'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './chromium.ts'

setTestEnvironment()

// Read by the first process before any worker starts, so that only one of them unpacks a browser.
const browser = await findBrowser()

// A page of the bank is not isolated from another: a renderer for each would take 10 % more processor time. Scripts are compiled
// as late as possible, because each journey begins with nothing compiled: eagerly it would take 9 % more. No page lives long enough
// to gain from optimized code: to optimize it would take 5 % more.
const scripts = '--js-flags=--max-lazy,--no-opt,--no-maglev'
const frugal = ['--disable-site-isolation-trials', '--renderer-process-limit=1', scripts]

// What one journey shows for many, and what tests of the server or of a screen show too, runs with `npm run gates`.
const inGatesOnly = /@gate/

// It ends every other administrator's elevation.
const lastJourney = 'change-the-passcode.spec.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: 'results',
  reporter: 'list',
  fullyParallel: true,
  forbidOnly: true,
  // More than the two cores: a journey waits for spinners, toasts and live updates a third of its time.
  workers: 3,
  // As patient as the tests of Vitest, which share the two cores with the journeys; a journey that is stuck still ends.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // For a machine that stands still for a minute. A journey that passes at its second run is reported as flaky, with its trace.
  retries: 1,
  use: {
    // Set once the bank is open, by the names in `wait`.
    baseURL: process.env.BANK_URL ?? 'http://127.0.0.1',
    launchOptions: { ...browser, args: [...browser.args, ...frugal] },
    locale: 'en-US',
    // Far from the bank's own zone, so that a day taken from the browser would show.
    timezoneId: 'Pacific/Auckland',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // A trace costs half as much again as the journey.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'journeys', testIgnore: lastJourney, grepInvert: inGatesOnly },
    {
      name: 'gates',
      testDir: '../lab/screens/gates',
      testMatch: ['representative-screens.spec.ts', 'print-on-paper.spec.ts', 'start-of-pages.spec.ts'],
      grepInvert: inGatesOnly,
    },
    // Never beside the others, whose administrators it would sign out of the panel.
    { name: 'last journey', testMatch: lastJourney, dependencies: ['journeys', 'gates'] },
  ],
  webServer: {
    name: 'bank',
    command: `"${process.execPath}" open-bank.ts`,
    wait: { stdout: /^Open on (?<bank_url>\S+) with its books in (?<bank_data>\S+)$/m },
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
