import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { toggleTheme } from '../theme/theme.ts'
import { MarketTicker } from './market-ticker.tsx'

const bank = vi.hoisted(() => ({ ticker: true }))
vi.mock('../settings.ts', () => ({ settings: bank }))

afterEach(() => {
  cleanup()
  bank.ticker = true
  document.documentElement.className = ''
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the market ticker', () => {
  test('is the provider’s frame, held in a sandbox, and is told nothing about the page', async () => {
    await open()
    const tape = frame()!
    expect(tape.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-popups')
    expect(tape.getAttribute('referrerpolicy')).toBe('no-referrer')
    expect(tape.getAttribute('loading')).toBe('lazy')
    const { origin, pathname, search } = new URL(tape.getAttribute('src')!)
    expect([origin, pathname, search]).toEqual([
      'https://www.tradingview-widget.com',
      '/embed-widget/ticker-tape/',
      '?locale=en',
    ])
    expect(wishes()).toMatchObject({ colorTheme: 'light', height: 46 })
    expect(wishes()).not.toHaveProperty('page-uri')
  })

  test('waits until the page has nothing better to do', () => {
    vi.stubGlobal(
      'requestIdleCallback',
      vi.fn(() => 1),
    )
    vi.stubGlobal('cancelIdleCallback', vi.fn())
    render(<MarketTicker />)
    expect(frame()).toBeNull()
  })

  test('follows the theme', async () => {
    await open()
    act(toggleTheme)
    expect(wishes()).toMatchObject({ colorTheme: 'dark' })
  })

  test('is hidden and shown by a button outside the frame', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Hide market ticker' }))
    expect(frame()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show market ticker' }))
    expect(frame()).not.toBeNull()
  })

  test('does not start by itself for whoever asked for no motion, nor for little data', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    await open()
    expect(frame()).toBeNull()
    cleanup()
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } })
    await open()
    expect(frame()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show market ticker' }))
    expect(frame()).not.toBeNull()
  })

  test('is an empty line while there is no connection', async () => {
    const { container } = await open()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent(window, new Event('offline'))
    expect(frame()).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
    expect(container.textContent).toBe('')
    expect(container.firstChild).not.toBeNull()
  })

  test('leaves no trace when the bank has turned it off', async () => {
    bank.ticker = false
    const { container } = await open()
    expect(container.firstChild).toBeNull()
  })
})

const make = document.createElement.bind(document)

async function open() {
  // The browser of these tests loads no frames, and complains of each: it is given another element in its place.
  vi.spyOn(document, 'createElement').mockImplementation((name: string) =>
    make(name === 'iframe' ? 'section' : name),
  )
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    queueMicrotask(work)
    return 1
  })
  vi.stubGlobal('cancelIdleCallback', () => {})
  const opened = render(<MarketTicker />)
  await act(async () => {})
  return opened
}

function frame(): Element | null {
  return document.querySelector('[title="Market ticker"]')
}

function wishes(): unknown {
  return JSON.parse(decodeURIComponent(new URL(frame()!.getAttribute('src')!).hash.slice(1)))
}
