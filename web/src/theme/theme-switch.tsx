import { Moon, Sun } from 'lucide-react'
import { toggleTheme, useTheme } from './theme.ts'

/** Switches between the light and the dark theme. */
export function ThemeSwitch() {
  const dark = useTheme() === 'dark'
  const Icon = dark ? Moon : Sun
  return (
    <button
      type="button"
      role="switch"
      aria-checked={dark}
      onClick={toggleTheme}
      className="flex min-h-target items-center gap-3 rounded-control px-3 text-label text-muted-foreground hover:bg-hover hover:text-foreground"
    >
      <Icon aria-hidden size={20} />
      <span>Dark theme</span>
      <span
        aria-hidden
        className="ms-auto flex h-5 w-9 items-center rounded-full border border-input-border bg-sunken p-0.5"
      >
        <span
          className={
            dark ? 'ms-auto size-3.5 rounded-full bg-primary' : 'size-3.5 rounded-full bg-muted-foreground'
          }
        />
      </span>
    </button>
  )
}
