import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

/** The specification's theme key in local storage (§4). */
const themeKey = 'theme'
const listeners = new Set<() => void>()

/** The current theme. Before the first paint `theme-on-load.ts` sets it. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => 'light')
}

/** Switches to the other theme and stores the choice. */
export function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark'
  apply(theme)
  try {
    localStorage.setItem(themeKey, theme)
  } catch {
    // Without storage the choice lasts for this visit.
  }
}

function currentTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light'
}

function apply(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark')
  const background = getComputedStyle(document.documentElement).backgroundColor
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.content = background
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
