import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'

type Tab = { readonly name: string; readonly title: string; readonly panel: ReactNode }

/**
 * Tabs with one visible panel, by the pattern of the ARIA Authoring Practices: one tab stop; arrows, Home and End move between the
 * tabs and choose the one they reach. `label` names the list of tabs.
 */
export function Tabs({
  label,
  tabs,
  chosen,
  onChoose,
}: {
  label: string
  tabs: readonly Tab[]
  chosen: string
  onChoose: (name: string) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const current = tabs.findIndex(({ name }) => name === chosen)

  function move(event: KeyboardEvent) {
    const step = steps[event.key]?.(current, tabs.length)
    if (step === undefined) return
    event.preventDefault()
    const next = (step + tabs.length) % tabs.length
    onChoose(tabs[next]!.name)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }

  return (
    <div className="grid gap-field">
      <div ref={list} role="tablist" aria-label={label} className="flex border-b">
        {tabs.map(({ name, title }) => {
          const isChosen = name === chosen
          return (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={isChosen}
              {...(isChosen && { 'aria-controls': `panel-${name}` })}
              tabIndex={isChosen ? 0 : -1}
              onClick={() => onChoose(name)}
              onKeyDown={move}
              className={clsx(
                '-mb-px min-h-target border-b-2 px-1 py-2 text-label max-sm:grow sm:px-4',
                isChosen
                  ? 'border-primary text-foreground'
                  : 'border-transparent text-muted-foreground hover:text-foreground',
              )}
            >
              {title}
            </button>
          )
        })}
      </div>
      <div key={chosen} role="tabpanel" id={`panel-${chosen}`} aria-labelledby={`tab-${chosen}`}>
        {tabs[current]?.panel}
      </div>
    </div>
  )
}

const steps: Record<string, ((current: number, count: number) => number) | undefined> = {
  ArrowRight: (current) => current + 1,
  ArrowLeft: (current) => current - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}
