//! Values that are computed again only when their key changes.

use egui::{Context, Id};

/// Returns the value that `make` returned for this key. Calls `make` only if the key differs from that of the last call
/// with this id. Values that are expensive to clone are kept in an `Arc`.
pub(crate) fn memo<K, V>(ctx: &Context, id: Id, key: K, make: impl FnOnce() -> V) -> V
where
    K: PartialEq + Clone + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    if let Some((_, value)) = ctx.data(|data| data.get_temp::<(K, V)>(id)).filter(|kept| kept.0 == key) {
        return value;
    }
    let value = make();
    ctx.data_mut(|data| data.insert_temp(id, (key, value.clone())));
    value
}
