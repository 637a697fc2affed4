/* The page part. It is not built, so it is old-engine syntax: var, function, + for texts, promises. */
(function () {
  'use strict';

  function element(tag, name, text) {
    var node = document.createElement(tag);
    node.className = name;
    node.textContent = text;
    return node;
  }

  function mount(container, context) {
    var open = true;
    var root = element('div', '{{name}}-app', '');
    var count = element('div', '{{name}}-count', '…');
    var add = element('button', '{{name}}-add', '+ 1');

    /* An answer may come after the app was closed. */
    function show(result) {
      if (open) {
        count.textContent = String(result.data.data.total);
      }
    }

    function fail(error) {
      var answer = error.response && error.response.data;
      if (open) {
        count.textContent = (answer && answer.message) || '!';
      }
    }

    add.addEventListener('click', function () {
      context.api.post('/{{name}}/count', {}).then(show, fail);
    });
    context.app.onDestroy(function () {
      open = false;
    });

    root.appendChild(count);
    root.appendChild(add);
    container.appendChild(root);
    context.api.get('/{{name}}/count').then(show, fail);
  }

  function unmount(container) {
    container.textContent = '';
  }

  window.ServiceMarket.define({ name: '{{name}}', mount: mount, unmount: unmount });
})();
