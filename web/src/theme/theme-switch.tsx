import { Moon, Sun } from 'lucide-react'
import { toggleTheme, useTheme } from './theme.ts'

/** Switches between the light and the dark theme. */
export function ThemeSwitch() {
  const dark = useTheme() === 'dark'
  return (
    <button
      type="button"
      role="switch"
      aria-checked={dark}
      onClick={toggleTheme}
      className="flex min-h-target items-center gap-3 rounded-control px-3 text-label text-muted-foreground hover:bg-hover hover:text-foreground"
    >
      {/* Styled by the theme itself, so that it is right before any script runs. */}
      <Sun aria-hidden size={20} className="theme-light" />
      <Moon aria-hidden size={20} className="theme-dark" />
      <span>Dark theme</span>
      <span
        aria-hidden
        className="ms-auto flex h-5 w-9 items-center rounded-full border border-input-border bg-sunken p-0.5"
      >
        <span className="theme-knob size-3.5 rounded-full bg-muted-foreground" />
      </span>
    </button>
  )
}
