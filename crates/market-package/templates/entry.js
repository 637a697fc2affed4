/* The page part. It is not built, so it is old-engine syntax: var, function, + for texts, promises. */
(function () {
  'use strict';

  function element(tag, name, text) {
    var node = document.createElement(tag);
    node.className = name;
    node.textContent = text;
    return node;
  }

  function mount(container) {
    var total = 0;
    var root = element('div', '{{name}}-app', '');
    var count = element('div', '{{name}}-count', '0');
    var add = element('button', '{{name}}-add', '+ 1');

    add.addEventListener('click', function () {
      total = total + 1;
      count.textContent = String(total);
    });

    root.appendChild(count);
    root.appendChild(add);
    container.appendChild(root);
  }

  function unmount(container) {
    container.textContent = '';
  }

  window.ServiceMarket.define({ name: '{{name}}', mount: mount, unmount: unmount });
})();
