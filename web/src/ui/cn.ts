import { clsx, type ClassValue } from 'clsx'

/**
 * Joins class names. A primitive sets its own colors and borders: callers pass only layout (margin, width, grid
 * position), so that no two classes conflict and none must be merged.
 */
export const cn = (...classes: ClassValue[]) => clsx(classes)
