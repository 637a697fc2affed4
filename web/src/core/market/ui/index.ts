// `ui`: plain elements in the look of the desktop, for apps without a framework.
import type { Scope } from '../scope';
import { el } from './element';
import { searchBarOf, segmentedOf, toggleOf } from './fields';
import './kit.css';
import { dialogOf, toastOf } from './over';
import * as parts from './parts';

/** The parts for one scope, whose container is below what lies over the app. */
export function createUi(scope: Scope, container: HTMLElement): ServiceMarket.Ui {
  return {
    el,
    button: parts.buttonOf(scope),
    card: parts.cardOf(scope),
    list: parts.listOf(scope),
    badge: parts.badgeOf(scope),
    emptyState: parts.emptyStateOf(scope),
    spinner: parts.spinnerOf(scope),
    sectionTitle: parts.sectionTitleOf(scope),
    toolbar: parts.toolbarOf(scope),
    segmented: segmentedOf(scope),
    toggle: toggleOf(scope),
    searchBar: searchBarOf(scope),
    toast: toastOf(scope, container),
    modal: dialogOf(scope, container, 'modal'),
    sheet: dialogOf(scope, container, 'sheet'),
  };
}
