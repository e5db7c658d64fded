export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** A phone, a tablet and a desk: the windows in which everything is drawn, in pixels. */
export const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const

export type Picture = {
  readonly theme: Theme
  readonly width: number
  readonly height: number
  /** Its name in the gallery's folder. */
  readonly file: string
}

/** A state of a screen, with its pictures; with what went wrong where there are none. */
export type Drawn = {
  readonly screen: string
  readonly state: string
  readonly pictures: readonly Picture[]
  readonly failure?: string
}

/** The same in every run, so that two galleries can be laid side by side. */
export function fileOf(screen: string, state: string, theme: Theme, width: number): string {
  return `${[screen, state].map((name) => name.replaceAll(' ', '-')).join('--')}--${theme}-${width}.webp`
}
