import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toggleTheme } from '../theme/theme.ts'
import { TickerAtEnd, TickerRow } from './market-ticker.tsx'
import { useMarketTicker } from './use-market-ticker.ts'

let provider: ReturnType<typeof vi.fn>
beforeEach(() => {
  provider = vi.fn(async () => new Response())
  vi.stubGlobal('fetch', provider)
})
describe('the market ticker', () => {
  test('the market ticker is a sandboxed frame that gets no information about the page', async () => {
    await openAgain()
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

  test('the market ticker asks its provider when the page is idle, without cookie and referrer', async () => {
    let begin = () => {}
    vi.stubGlobal('requestIdleCallback', (work: () => void) => {
      begin = work
      return 1
    })
    vi.stubGlobal('cancelIdleCallback', () => {})
    render(<Dashboard />)
    expect(provider).not.toHaveBeenCalled()
    await act(async () => begin())
    expect(provider).toHaveBeenCalledExactlyOnceWith(
      'https://www.tradingview-widget.com/embed-widget/ticker-tape/?locale=en',
      expect.objectContaining({
        method: 'HEAD',
        mode: 'no-cors',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      }),
    )
  })

  test('at the first visit the market ticker is at the end of the page, where it moves nothing', async () => {
    await open()
    expect([frame()?.closest('[data-ticker]'), hasRow()]).toEqual([null, false])
    await userEvent.click(screen.getByRole('button', { name: 'Hide market ticker' }))
    expect([frame(), hasRow()]).toEqual([null, false])
    await userEvent.click(screen.getByRole('button', { name: 'Show market ticker' }))
    expect([frame()?.closest('[data-ticker]') !== null, hasRow()]).toEqual([true, true])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hide market ticker' }))
  })

  test('after an answered visit the market ticker has its row from the start', async () => {
    await open()
    cleanup()
    provider.mockReturnValue(new Promise(() => {}))
    await open()
    expect([frame(), hasRow()]).toEqual([null, true])
  })

  test('without an answer of the provider the row of the market ticker says so, and from the next visit on there is none', async () => {
    await openAgain()
    cleanup()
    provider.mockRejectedValue(new TypeError('connection lost'))
    const { container } = await open()
    // The content does not move.
    expect([container.textContent, frame(), hasRow()]).toEqual([missing, null, true])
    cleanup()
    await open()
    expect([screen.queryByRole('button', { name: 'Show market ticker' }), frame(), hasRow()]).toEqual([
      null,
      null,
      false,
    ])
  })

  test('the row of a market ticker without prices can be removed', async () => {
    await openAgain()
    cleanup()
    provider.mockRejectedValue(new TypeError('connection lost'))
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Hide market ticker' }))
    expect(hasRow()).toBe(false)
  })

  test('a hidden market ticker has no row until it is shown again', async () => {
    await openAgain()
    await userEvent.click(screen.getByRole('button', { name: 'Hide market ticker' }))
    expect([frame(), hasRow()]).toEqual([null, false])
    cleanup()
    await open()
    expect([frame(), hasRow()]).toEqual([null, false])
    await userEvent.click(screen.getByRole('button', { name: 'Show market ticker' }))
    cleanup()
    await open()
    expect([frame() !== null, hasRow()]).toEqual([true, true])
  })

  test('the market ticker follows the theme', async () => {
    await openAgain()
    act(toggleTheme)
    expect(wishes()).toMatchObject({ colorTheme: 'dark' })
  })

  test('the market ticker does not start by itself with reduced motion or data saving', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    await openAgain()
    expect([frame(), hasRow()]).toEqual([null, false])
    cleanup()
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } })
    await open()
    expect([frame(), hasRow()]).toEqual([null, false])
    await userEvent.click(screen.getByRole('button', { name: 'Show market ticker' }))
    expect(frame()).not.toBeNull()
  })

  test('the row of the market ticker is blank while offline, and hiding it frees the space', async () => {
    const { container } = await openAgain()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent(window, new Event('offline'))
    expect([container.textContent, frame(), hasRow()]).toEqual(['', null, true])
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Hide market ticker',
    ])
    online.mockReturnValue(true)
    await act(async () => fireEvent(window, new Event('online')))
    expect(frame()).not.toBeNull()
    online.mockReturnValue(false)
    fireEvent(window, new Event('offline'))
    await userEvent.click(screen.getByRole('button', { name: 'Hide market ticker' }))
    expect(hasRow()).toBe(false)
  })

  test('a market ticker whose provider did not answer is blank while offline', async () => {
    await openAgain()
    cleanup()
    provider.mockRejectedValue(new TypeError('connection lost'))
    const { container } = await open()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent(window, new Event('offline'))
    expect([container.textContent, hasRow()]).toEqual(['', true])
  })
})

const missing = 'Market prices are not available right now.'

function Dashboard() {
  const ticker = useMarketTicker()
  return (
    <>
      <TickerRow ticker={ticker} />
      <TickerAtEnd ticker={ticker} />
    </>
  )
}

const make = document.createElement.bind(document)

async function open() {
  // happy-dom loads no frames and logs an error for each: another element replaces them.
  vi.spyOn(document, 'createElement').mockImplementation((name: string) =>
    make(name === 'iframe' ? 'section' : name),
  )
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    queueMicrotask(work)
    return 1
  })
  vi.stubGlobal('cancelIdleCallback', () => {})
  const opened = render(<Dashboard />)
  await act(async () => {})
  return opened
}

/** A visit after one in which the provider has answered. */
async function openAgain() {
  await open()
  cleanup()
  return open()
}

function frame(): Element | null {
  return document.querySelector('[title="Market ticker"]')
}

function hasRow(): boolean {
  return document.documentElement.classList.contains('ticker')
}

function wishes(): unknown {
  return JSON.parse(decodeURIComponent(new URL(frame()!.getAttribute('src')!).hash.slice(1)))
}
